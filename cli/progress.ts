import type { Terminal } from './terminal.ts';

/** Tells that so many of all are done. */
export type Step = (done: number, all: number) => void;

/** A line that says what takes so long, on a person's terminal alone; gone when the work is done. */
export interface Progress {
  /** From now on this is done, for example `Reading`. */
  begin(what: string): Step;
  end(): void;
}

/** Work that is over sooner needs no line, in milliseconds. */
const PATIENCE = 1000;
/** Milliseconds between two looks of the line. */
const PAUSE = 100;

export function createProgress({ complaints, complain, milliseconds }: Terminal): Progress {
  if (!complaints.isTerminal) return { begin: () => () => undefined, end: () => undefined };
  const start = milliseconds();
  let line = '';
  let drawn = '';
  let last = start;
  const draw = () => {
    const time = milliseconds();
    if (time - start < PATIENCE || time - last < PAUSE || line === drawn) return;
    complain(`\r\u001b[K${line}`);
    last = time;
    drawn = line;
  };
  // While git is asked nobody calls; while rules run no timer does.
  const timer = setInterval(draw, PAUSE);
  timer.unref();
  return {
    begin(what) {
      line = `${what} …`;
      draw();
      return (done, all) => {
        line = `${what} ${done + 1} of ${all} …`;
        draw();
      };
    },
    end() {
      clearInterval(timer);
      if (drawn !== '') complain('\r\u001b[K');
      drawn = '';
    },
  };
}
