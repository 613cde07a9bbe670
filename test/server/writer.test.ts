import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createWriter } from '../../server/writer.ts';

const message = { jsonrpc: '2.0', method: 'x', params: { text: '한글 🚧' } };

test('a message goes out in one piece, its length told in bytes', async () => {
  const chunks: string[] = [];
  const writer = createWriter(
    new Writable({
      write: (chunk: Uint8Array, _, done) => {
        chunks.push(Buffer.from(chunk).toString());
        done();
      },
    }),
  );
  await Promise.all([writer.write(message), writer.write({ jsonrpc: '2.0' })]);
  expect(chunks).toEqual([
    'Content-Length: 62\r\n\r\n{"jsonrpc":"2.0","method":"x","params":{"text":"한글 🚧"}}',
    'Content-Length: 17\r\n\r\n{"jsonrpc":"2.0"}',
  ]);
});

test('a message that nobody reads is said to have failed', async () => {
  const writer = createWriter(new Writable({ write: (_, __, done) => done(new Error('broken pipe')) }));
  const errors: unknown[] = [];
  const closed = new Promise<void>((resolve) => void writer.onClose(resolve));
  writer.onError(([{ message }]) => void errors.push(message));
  await expect(writer.write(message)).rejects.toThrow('broken pipe');
  await closed;
  expect(errors).toContain('broken pipe');
});
