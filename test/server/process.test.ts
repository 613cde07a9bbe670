import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import {
  createProtocolConnection,
  InitializeRequest,
  IPCMessageReader,
  IPCMessageWriter,
  type ProtocolConnection,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { handoff, uri } from '../harness/handoffs.ts';

const main = join(dirname(fileURLToPath(import.meta.url)), '../../server/main.ts');

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function overStdio(imports: readonly string[] = []) {
  const child = spawn(process.execPath, [...imports.flatMap((file) => ['--import', file]), main, '--stdio'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  started.push(child);
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onError(() => undefined);
  connection.listen();
  return { child, connection };
}

const greet = (connection: ProtocolConnection, processId: number | null = null) =>
  connection.sendRequest(InitializeRequest.type, { processId, rootUri: null, capabilities: {} });

async function exitCode(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}

describe('the process ends', { timeout: 30_000 }, () => {
  test('with 0 when it is asked to (pitfall 72)', async () => {
    const { child, connection } = overStdio();
    await greet(connection);
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification('exit');
    expect(await exitCode(child)).toBe(0);
  });

  test('with 1 when it is told to without having been asked (pitfall 72)', async () => {
    const { child, connection } = overStdio();
    await greet(connection);
    await connection.sendNotification('exit');
    expect(await exitCode(child)).toBe(1);
  });

  test('when its input ends (pitfall 72)', async () => {
    const { child, connection } = overStdio();
    await greet(connection);
    child.stdin.end();
    expect(await exitCode(child)).toBe(1);
  });

  test('when nobody reads what it writes, also where nobody reads its log (pitfall 72)', async () => {
    const { child, connection } = overStdio();
    await greet(connection);
    child.stdout.destroy();
    child.stderr.destroy();
    void connection.sendRequest('textDocument/hover', {}).catch(() => undefined);
    expect(await exitCode(child)).toBe(1);
  });

  test('when the process that it belongs to is gone (pitfall 72)', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    started.push(parent);
    const { child, connection } = overStdio();
    await greet(connection, parent.pid ?? null);
    parent.kill('SIGKILL');
    expect(await exitCode(child)).toBe(1);
  });

  test('when the channel to its parent closes (pitfall 72)', async () => {
    const child = fork(main, ['--node-ipc'], { stdio: 'ignore', execPath: process.execPath });
    started.push(child);
    const connection = createProtocolConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.onError(() => undefined);
    connection.listen();
    expect((await greet(connection)).serverInfo?.name).toBe('agent-handoff');
    child.disconnect();
    expect(await exitCode(child)).toBe(1);
  });
});

test('only messages of the protocol go to standard output, whoever else writes (pitfall 73)', async () => {
  // Noise of a dependency, from the moment on that the server has the output.
  const noise = `data:text/javascript,const before = console; setInterval(() => {
    if (console === before) return;
    console.log("noise"); console.table([1]); process.stdout.write("more noise");
  }, 1)`.replaceAll('\n', '');
  const { child, connection } = overStdio([noise]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  await greet(connection);
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'agent-handoff', version: 1, text: handoff({ previous_bot: undefined }) },
  });
  const report = await connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
  expect(report).toMatchObject({ kind: 'full', items: [{ code: 'missing-field' }, { code: 'evidence-unavailable' }] });
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification('exit');
  await exitCode(child);
  expect(errors).toContain('noise\n');
  expect(errors).toContain('more noise');
  const framed = /^(?:Content-Length: (\d+)\r\n\r\n)/;
  for (let rest = output; rest !== ''; ) {
    const [head = '', length = '0'] = framed.exec(rest) ?? [];
    expect(head).not.toBe('');
    const body = Buffer.from(rest.slice(head.length), 'utf8').subarray(0, Number(length)).toString('utf8');
    expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0' });
    rest = rest.slice(head.length + body.length);
  }
});
