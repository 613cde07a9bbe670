import module from 'node:module';

/**
 * Has Node keep the compiled form of what is loaded from now on, in the machine's folder for temporary files, so that the next start
 * compiles nothing. Node 20 cannot. `NODE_DISABLE_COMPILE_CACHE=1` turns it off; where it cannot be had, nothing is lost.
 */
export function keepCompiled(): void {
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();
}
