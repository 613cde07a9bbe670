import { serve } from './serve.ts';

void serve(process.argv.includes('--node-ipc') ? 'ipc' : 'stdio');
