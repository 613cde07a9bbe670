import type { Writable } from 'node:stream';
import { Emitter, type Message, type MessageWriter } from 'vscode-languageserver/node';

/** Writes messages to a stream, each in one piece: a client that is told of the header first wakes up twice for each message. */
export function createWriter(output: Writable): MessageWriter {
  const errors = new Emitter<[Error, Message | undefined, number | undefined]>();
  const closes = new Emitter<void>();
  let failures = 0;
  output.on('error', (error) => errors.fire([error, undefined, undefined]));
  output.on('close', () => closes.fire());
  return {
    onError: errors.event,
    onClose: closes.event,
    write(message) {
      const content = JSON.stringify(message);
      const whole = `Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`;
      return new Promise((resolve, reject) => {
        output.write(whole, 'utf8', (error) => {
          if (error == null) return resolve();
          errors.fire([error, message, ++failures]);
          reject(error);
        });
      });
    },
    end: () => void output.end(),
    dispose() {
      errors.dispose();
      closes.dispose();
    },
  };
}
