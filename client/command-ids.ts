/** What the language client answers a person, each a command with `agentHandoff.` before it. */
export const commandIds = [
  'create',
  'createNext',
  'compare',
  'resume',
  'copyBrief',
  'refresh',
  'chooseFormat',
  'showCommit',
  'restartServer',
] as const;

export type CommandId = (typeof commandIds)[number];
