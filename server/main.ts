import { keepCompiled } from '../host/compiled.ts';
import { keepSmall } from './memory.ts';

keepCompiled();
keepSmall();
const { serve } = await import('./serve.ts');
await serve(process.argv.includes('--node-ipc') ? 'ipc' : 'stdio');
