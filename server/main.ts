import { serve } from './serve.ts';

await serve(process.argv.includes('--node-ipc') ? 'ipc' : 'stdio');
