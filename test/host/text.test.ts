import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findConfiguration, readConfiguration } from '../../host/configuration.ts';
import { readText, textOf } from '../../host/text.ts';
import { temporaryFolder, writeFiles } from '../harness/repository.ts';

const onPosix = test.skipIf(process.platform === 'win32');

describe('reading a document', () => {
  test('the text comes as it is, with its byte-order mark and line ends (pitfall 4)', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { 'h.json': '\ufeff{\r\n}\u2028é😀' });
    expect(await readText(path.join(folder, 'h.json'))).toEqual({ kind: 'text', text: '\ufeff{\r\n}\u2028é😀' });
  });

  test.each([
    [
      'a byte that is not UTF-8',
      [0x7b, 0x0a, 0x22, 0xe9, 0x22, 0x7d],
      'h must be UTF-8, and byte E9 in line 2 is not: save it in that encoding',
    ],
    [
      'an encoded surrogate',
      [0x22, 0xed, 0xa0, 0x80, 0x22],
      'h must be UTF-8, and byte ED in line 1 is not: save it in that encoding',
    ],
    [
      'a character cut off',
      [0x22, 0xe2, 0x82],
      'h must be UTF-8, and its last character is cut off: save it in that encoding',
    ],
    ['UTF-16 with a mark', [0xff, 0xfe, 0x7b, 0x00], 'h is UTF-16 and must be UTF-8: save it in that encoding'],
    ['UTF-16 the other way round', [0xfe, 0xff, 0x00, 0x7b], 'h is UTF-16 and must be UTF-8: save it in that encoding'],
    ['UTF-16 without a mark', [0x7b, 0x00, 0x7d, 0x00], 'h is UTF-16 and must be UTF-8: save it in that encoding'],
  ])('%s is refused with a message, not replaced (pitfall 128)', (_, bytes, message) => {
    expect(textOf('h', Uint8Array.from(bytes))).toEqual({ kind: 'unreadable', message });
  });

  test('a file that is absent, a folder and a file that is too large each have their message', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { 'big.json': 'x'.repeat(11) });
    const at = (name: string) => path.join(folder, name);
    expect(await readText(at('no.json'))).toEqual({ kind: 'absent', message: `${at('no.json')} does not exist` });
    expect(await readText(at('big.json/x'))).toEqual({ kind: 'absent', message: `${at('big.json/x')} does not exist` });
    expect(await readText(folder)).toEqual({ kind: 'unreadable', message: `${folder} is a folder: name a file in it` });
    expect(await readText(at('big.json'), 10)).toEqual({
      kind: 'unreadable',
      message: `${at('big.json')} must have at most 10 bytes`,
    });
  });

  onPosix('a pipe without a writer does not make it wait (pitfall 127)', async () => {
    const pipe = path.join(await temporaryFolder(), 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    expect(await readText(pipe)).toEqual({
      kind: 'unreadable',
      message: `${pipe} is no regular file: only those are read`,
    });
  });
});

describe('the configuration file', () => {
  test('the nearest one upwards is read, as text, whatever stands in it', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { '.agent-handoff.json': '{ broken', 'a/b/x': '' });
    const file = path.join(folder, '.agent-handoff.json');
    expect(await readConfiguration(path.join(folder, 'a', 'b'), folder)).toEqual({
      kind: 'configuration',
      path: file,
      text: '{ broken',
    });
    await writeFiles(folder, { 'a/.agent-handoff.json': '{}' });
    expect(await findConfiguration(path.join(folder, 'a', 'b'))).toBe(path.join(folder, 'a'));
  });

  test('nothing above the ceiling is found, and nothing where there is none', async () => {
    const folder = await temporaryFolder();
    await writeFiles(folder, { '.agent-handoff.json': '{}' });
    expect(await readConfiguration(path.join(folder, 'repository', 'a'), path.join(folder, 'repository'))).toBe(
      undefined,
    );
    expect(await readConfiguration(path.join(folder, 'a'), path.join(folder, 'elsewhere'))).toBe(undefined);
  });

  test('one that cannot be read is an error with its name, not the lack of one (pitfall 124)', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, '.agent-handoff.json');
    await mkdir(file);
    expect(await readConfiguration(folder)).toEqual({
      kind: 'unreadable',
      path: file,
      message: `${file} is a folder: name a file in it`,
    });
  });

  onPosix('a link that leads nowhere is an error too (pitfall 124)', async () => {
    const folder = await temporaryFolder();
    const file = path.join(folder, '.agent-handoff.json');
    await symlink('nothing', file);
    expect(await readConfiguration(folder)).toEqual({
      kind: 'unreadable',
      path: file,
      message: `${file} does not exist`,
    });
  });
});
