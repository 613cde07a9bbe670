import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../scripts/build/bundle.ts';
import { folderWith, handoff } from './program.ts';

/* What ships, alone in a folder: no package is installed beside it. */

const top = fileURLToPath(new URL('../../', import.meta.url));
let home: string;
let metafile: Metafile;

beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'agent-handoff-bundle-')));
  metafile = await bundle({ top, folder: join(home, 'dist') });
  for (const shipped of ['package.json', 'docs/rules']) {
    await cp(join(top, shipped), join(home, shipped), { recursive: true });
  }
}, 120_000);
afterAll(() => rm(home, { recursive: true, force: true }));
