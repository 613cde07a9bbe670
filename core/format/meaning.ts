/**
 * The vocabulary of `x-handoff`: what a member of a format means. Rules, drafts, completion and hovers ask for
 * meanings, so a format needs no code. Closed: `meaningSchema` refuses anything else when a schema is built.
 */
export interface Meaning {
  /** The document is identified by this task. */
  readonly task?: 'id';
  readonly agent?: 'from' | 'to';
  /** A branch's short name. */
  readonly branch?: true;
  /** `done` is the commit of a finished part of the work. */
  readonly commit?: 'head' | 'base' | 'done';
  /** On a list of paths. An entry of `relevant` may end in a line, `path:12`. */
  readonly paths?: 'changed' | 'allowed' | 'forbidden' | 'uncommitted' | 'relevant';
  /** When something happened or will. */
  readonly clock?: 'created' | 'deadline';
  /** The time must be written with `Z`. */
  readonly utc?: true;
  /** The time must be written with three digits behind the second. */
  readonly milliseconds?: true;
  readonly prose?: Prose;
  /** Free-form results of tests. */
  readonly results?: 'tests';
  /** An object for whatever the format has no member for. */
  readonly extras?: true;
  /** How often the work changed hands; the schema's maximum is where it is taken for a loop. */
  readonly transfers?: true;
  /** It belongs to the chain of handoffs: the next one takes it over as it is. */
  readonly carried?: true;
  /** What a new handoff says unless a person says something else. */
  readonly initial?: string | number | boolean;
  /** Ids are this prefix and a number, so that the next free one can be offered. */
  readonly numbered?: string;
  /** What the plans that the work follows tell: where the current phase is in `FormatTraits.plans`, and its open plan. */
  readonly plan?: 'phase' | 'name' | 'folder' | 'number';
  /** The place of the work among numbered steps, the first being 1. `results` is a list with a `number` in each entry. */
  readonly step?: 'current' | 'total' | 'isLast' | 'results' | 'number';
  /** A list of parts of the work: those that are done or begun, and those that are left. */
  readonly tasks?: 'done' | 'left';
  /** In an entry of such a list: what tells it from the others, and how far it has come. */
  readonly part?: 'id' | 'progress';
  /** In an entry of such a list: what each of the values that are known says about it. */
  readonly state?: Readonly<Record<string, 'done' | 'begun' | 'open'>>;
  /** What the document and the entries of its record have in common: the id of a session. */
  readonly session?: true;
  /** The number of an entry of the record, or that of the last one. */
  readonly sequence?: 'last' | 'entry';
  /** A list that programs wrote, of at most so many bytes of JSON: only the schema and rules about records judge what is in it. */
  readonly record?: { readonly bytes: number };
  /** An absolute path as a URI, in the form that a round trip through a file URL gives. */
  readonly uri?: 'file';
  /** Nearly every document has it, so a new one gets it; nothing is wrong without it. */
  readonly usual?: true;
  /** How much may be spent. */
  readonly budget?: true;
  /** A list of what a person must approve first. */
  readonly approvals?: true;
  /** What each of the values says about the work. */
  readonly reason?: Readonly<Record<string, ReasonKind>>;
  /**
   * The constant tells the version of the format. Documents of a version `before` it differ from this one in the constant,
   * and in plain paths where this one has file URIs.
   */
  readonly version?: true | { readonly before: readonly string[] };
}

/** Text for the next agent. */
export interface Prose {
  readonly about: 'pending' | 'failures';
  /** The sibling member that names a file instead. */
  readonly sideFile?: string;
  /** What the file's name ends in. */
  readonly suffix?: string;
}

export type ReasonKind = 'interrupted' | 'complete' | 'takeover';

/** `x-handoff` at the root of a schema: where documents of the format live and what they are called. */
export interface FormatTraits {
  /** Globs of the usual places. */
  readonly files: readonly string[];
  /** Where a new document goes, relative to the root. */
  readonly folder?: string;
  /** Name of a new document; `{task}` is the task's id. */
  readonly name?: string;
  /** Name of a side file beside it; `{task}` and `{suffix}`. */
  readonly sideFile?: string;
  /** How branches are called; `{task}` and `{agent}`. */
  readonly branch?: string;
  /** It is the one that is made unless another is asked for. */
  readonly first?: true;
  /** The program that writes documents of the format, in words: a person can only prepare one. */
  readonly producer?: string;
  /** Where the plans lie that the work follows. `folder` above must then be there. */
  readonly plans?: PlanFiles;
  /** Whoever resumes the work deletes the file, so one that is there much later was forgotten. */
  readonly transient?: true;
}

/** Patterns of names, with `{phase}`, `{plan}` and `{name}`. Paths are relative to the root. */
export interface PlanFiles {
  /** Holds a folder for each phase. */
  readonly folder: string;
  /** The folder of a phase: `{phase}-{name}`. */
  readonly phase: string;
  /** The file of a plan, in the folder of its phase. */
  readonly plan: string;
  /** The file that is there once the plan is done. */
  readonly done: string;
  /** A text in which a line `Phase:` names the current one. */
  readonly state: string;
}

/** A path that leads nowhere but down, on every system. */
const INSIDE = {
  pattern: '^(?!/)(?!(?:.*/)?\\.\\.?(?:/|$))[^\\\\:]*$',
  patternErrorMessage: 'must be a path that leads nowhere but down, with "/" between its parts',
};

const FILE_NAME = {
  pattern: '^[^/\\\\:]+$',
  patternErrorMessage: 'must be a plain name, without "/", "\\" and ":"',
};

/** Each place for a part of the name at most once: what stands there is read from names of branches. */
const ONE_OF_EACH = {
  pattern: '^(?!.*\\{task\\}.*\\{task\\})(?!.*\\{agent\\}.*\\{agent\\}).*$',
  patternErrorMessage: 'must have each of {task} and {agent} at most once',
};

/** JSON Schema of the `x-handoff` keyword's value. */
export const meaningSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    task: { const: 'id' },
    agent: { enum: ['from', 'to'] },
    branch: { const: true },
    commit: { enum: ['head', 'base', 'done'] },
    paths: { enum: ['changed', 'allowed', 'forbidden', 'uncommitted', 'relevant'] },
    clock: { enum: ['created', 'deadline'] },
    utc: { const: true },
    milliseconds: { const: true },
    prose: {
      type: 'object',
      additionalProperties: false,
      required: ['about'],
      properties: {
        about: { enum: ['pending', 'failures'] },
        sideFile: { type: 'string' },
        suffix: { type: 'string', pattern: '^[a-z-]+$' },
      },
    },
    results: { const: 'tests' },
    extras: { const: true },
    transfers: { const: true },
    carried: { const: true },
    initial: { type: ['string', 'number', 'boolean'] },
    numbered: { type: 'string', minLength: 1 },
    plan: { enum: ['phase', 'name', 'folder', 'number'] },
    tasks: { enum: ['done', 'left'] },
    part: { enum: ['id', 'progress'] },
    state: { type: 'object', additionalProperties: { enum: ['done', 'begun', 'open'] } },
    usual: { const: true },
    budget: { const: true },
    approvals: { const: true },
    step: { enum: ['current', 'total', 'isLast', 'results', 'number'] },
    reason: { type: 'object', additionalProperties: { enum: ['interrupted', 'complete', 'takeover'] } },
    version: {
      anyOf: [
        { const: true },
        {
          type: 'object',
          additionalProperties: false,
          required: ['before'],
          properties: { before: { type: 'array', items: { type: 'string' } } },
        },
      ],
    },
    session: { const: true },
    sequence: { enum: ['last', 'entry'] },
    record: {
      type: 'object',
      additionalProperties: false,
      required: ['bytes'],
      properties: { bytes: { type: 'integer', minimum: 1 } },
    },
    uri: { const: 'file' },
    format: {
      type: 'object',
      additionalProperties: false,
      required: ['files'],
      properties: {
        files: { type: 'array', items: { type: 'string' } },
        folder: { type: 'string', ...INSIDE },
        name: { type: 'string', ...FILE_NAME },
        sideFile: { type: 'string', ...FILE_NAME },
        branch: { type: 'string', ...ONE_OF_EACH },
        first: { const: true },
        producer: { type: 'string' },
        plans: {
          type: 'object',
          additionalProperties: false,
          required: ['folder', 'phase', 'plan', 'done', 'state'],
          properties: {
            folder: { type: 'string', ...INSIDE },
            phase: { type: 'string', ...INSIDE },
            plan: { type: 'string', ...INSIDE },
            done: { type: 'string', ...INSIDE },
            state: { type: 'string', ...INSIDE },
          },
        },
        transient: { const: true },
      },
    },
  },
} as const;
