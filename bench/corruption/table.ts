import type { Result, Row } from './run.ts';

/** The result as Markdown. The same on every machine: it counts, and measures no time. */
export function tableOf({ truths, accused, rows }: Result): string {
  const possible = rows.filter(({ kind }) => kind.impossible === undefined);
  const total = (key: 'tried' | 'us' | 'ajv' | 'service') => possible.reduce((sum, row) => sum + row[key], 0);
  const line = (name: string, tried: number, us: number, ajv: number, service: number) =>
    `| ${name} | ${tried} | ${us} | ${ajv} | ${service} |`;
  const groups = [...new Set(possible.map(({ kind }) => kind.group))];
  return [
    '| what goes wrong | tried | Agent Handoff | JSON Schema (Ajv) | VS Code’s JSON service |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...groups.flatMap((group) => [
      `| **${group}** | | | | |`,
      ...possible.filter(({ kind }) => kind.group === group).map(rowLine),
    ]),
    line(`**all ${possible.length} kinds**`, total('tried'), total('us'), total('ajv'), total('service')),
    line('**true handoffs accused**', truths, accused.us.length, accused.ajv, accused.service),
    '',
  ].join('\n');

  function rowLine({ kind, tried, us, ajv, service }: Row): string {
    return line(kind.name, tried, us, ajv, service);
  }
}

/** What nobody can catch, with the reason. */
export function impossibleOf({ rows }: Result): string {
  return rows
    .flatMap(({ kind, tried, us }) =>
      kind.impossible === undefined ? [] : [`- ${kind.name} (caught ${us} of ${tried}): ${kind.impossible}`],
    )
    .join('\n');
}
