import { afterEach } from 'vitest';
import type { Host } from '../../server/host.ts';
import { type Client, type ClientOptions, connect } from './client.ts';
import { type MemoryHost, memoryHost } from './memory-host.ts';

/** Starts servers that end with the test. */
export function serverStarter(): (options?: ClientOptions, host?: Host) => Promise<Client> {
  const clients: Client[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.end();
  });
  return async (options = {}, host = memoryHost()) => {
    const client = await connect(host, options);
    clients.push(client);
    return client;
  };
}

/** Lets questions to the host wait until the function is called. */
export function hold(host: MemoryHost): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  host.gate = promise;
  return resolve;
}
