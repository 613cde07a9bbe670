import path from 'node:path';
import { getLanguageService } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { benchWith } from '../../cli/bench.ts';
import { judge } from '../../cli/judge.ts';
import { formats } from '../../core/generated/formats.ts';
import { readTimestamp } from '../../core/text/timestamp.ts';
import { findGit } from '../../host/program.ts';
import { createAjv } from '../../host/schemas/ajv.ts';

/** A text and where it stands. */
export interface Case {
  /** Relative to the repository's top level. */
  readonly path: string;
  readonly text: string;
}

/** Rules by which a text is wrong, as errors or warnings; hints and informations accuse nobody. */
export type Verdicts = ReadonlyMap<Case, readonly string[]>;

/** What the terminal program reports for texts in a repository. */
export async function judgeByUs(folder: string, cases: readonly Case[], now: string): Promise<Verdicts> {
  const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const git = { program: await findGit({ workspaceFolders: [folder], environment }), environment };
  const bench = benchWith(git, { useGit: true }, { folder, now });
  const sources = cases.map((one) => ({ path: one.path, text: one.text, file: path.join(folder, one.path) }));
  const { files, complaints } = await judge(sources, bench, (file) => file);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return new Map(
    cases.map((one, index) => [
      one,
      (files[index]?.findings ?? [])
        .filter(({ severity }) => severity === 'error' || severity === 'warning')
        .map(({ rule }) => rule),
    ]),
  );
}

/** Whether Ajv accepts a text by the format's schema, times being judged as strictly as RFC 3339 can be. */
export function createAjvJudge(): (text: string) => boolean {
  const schema = schemaOf();
  const ajv = createAjv(schema);
  ajv.addFormat('date-time', { type: 'string', validate: (time: string) => readTimestamp(time).wrong === undefined });
  const validate = ajv.compile(schema);
  return (text) => {
    try {
      return validate(JSON.parse(text)) === true;
    } catch {
      return false;
    }
  };
}

/** Whether VS Code's JSON service has nothing to say about a text, with the same schema. */
export function createServiceJudge(): (text: string) => Promise<boolean> {
  const service = getLanguageService({});
  service.configure({ validate: true, allowComments: false });
  const schema = schemaOf();
  return async (text) => {
    const document = TextDocument.create('file:///handoff.json', 'json', 1, text);
    const found = await service.doValidation(
      document,
      service.parseJSONDocument(document),
      { comments: 'error', trailingCommas: 'error', schemaValidation: 'error' },
      schema,
    );
    return found.length === 0;
  };
}

function schemaOf() {
  const format = formats.find(({ root }) => root.members.has('changed_paths'));
  if (format === undefined) throw new Error('The format of task handoffs is not among the bundled ones.');
  return JSON.parse(JSON.stringify(format.schema));
}
