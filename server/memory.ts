import { knownVersions, setFlag } from '../host/v8-flags.ts';

/**
 * Has V8 take less room than it does for programs that work all the time; a server waits for keys. It collects garbage sooner
 * instead of letting room for it grow: the collections are small, and take a fraction of a millisecond each. And it optimises a
 * function only once it has run twice as much as usual: the compiler takes more room than all that a small handoff's
 * server holds, and no key is quicker for it.
 */
export function keepSmall(): void {
  setFlag('--semi-space-growth-factor=1');
  setFlag('--interrupt-budget=264000', [11, 11]);
  setFlag('--invocation-count-for-turbofan=6000', [12, knownVersions[1]]);
}
