import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { check } from '../../core/check.ts';
import { defaultConfiguration } from '../../core/configuration.ts';
import { createDocument } from '../../core/document.ts';
import { noFacts } from '../../core/evidence/facts.ts';
import { fieldAt } from '../../core/format/format.ts';
import { formats } from '../../core/generated/formats.ts';
import { type Json, valueAt } from '../../core/format/schema.ts';
import { readTimestamp } from '../../core/text/timestamp.ts';
import { NOW } from '../harness/core.ts';
import { mutated, randomFrom, type Value } from '../harness/mutate.ts';

/*
 * The schemas here accept and refuse what the published ones do. Those are no part of this repository: where they do not
 * lie beside it, or where AGENT_HANDOFF_REFERENCE does not name their folder, these tests are left out. A few documents
 * are tried each time, 25,000 for each format by `npm run test:differential`.
 */

const top = join(import.meta.dirname, '../..');
const reference = process.env['AGENT_HANDOFF_REFERENCE'] ?? join(top, '../shared/reference');
const isThere = existsSync(reference);
const isFull = process.env['MODE'] === 'differential';
const COUNT = isFull ? 25_000 : 400;
const SEED = isFull ? Math.floor(Math.random() * 2 ** 32) : 1;

if (!isThere) console.warn(`Left out: the published schemas are not at ${reference}.`);

/** Which document of the folder publishes a format, and what values its members are tried with besides. */
const published = [
  { id: 'swl', start: '000_', values: ['pipeline_execution', 'task_delegation', 'direct_handoff', 10, 11, 1.0, true] },
  { id: 'aos', start: '001_', values: ['AOS-7', 'AOS-x', 'L2', 'L3', 'report', ...times()] },
  { id: 'yarramate', start: '003_', values: ['user-ended', 'failed', 'file:///', 'layers', 'a#b', 1000, 4999, ...times()] },
];

describe.runIf(isThere)('as published', () => {
  test.each(published)('$id: the same documents are valid', { timeout: 600_000 }, ({ id, start, values }) => {
    const isValid = publishedValidator(start);
    const format = formats.find((format) => format.id === id);
    const documents = samples(id);
    let invalid = 0;
    for (let n = 0; n < COUNT; n++) {
      const seed = SEED + n;
      const document = mutated(documents, values, randomFrom(seed)) as Json;
      const theirs = isValid(document);
      const ours = format?.validate?.(document).length === 0 && hasTimes(id, document);
      if (theirs !== ours) expect.fail(`Seed ${seed}: valid there ${theirs}, here ${ours}: ${JSON.stringify(document)}`);
      if (!theirs) invalid++;
      if (!theirs && (n % 10 === 0 || !isFull) && errorsIn(id, document) === 0) {
        expect.fail(`Seed ${seed}: refused, and nothing is said of it: ${JSON.stringify(document)}`);
      }
    }
    console.log(`${id}: ${COUNT} documents from seed ${SEED} on, ${invalid} of them invalid, no disagreement`);
    expect(invalid).toBeGreaterThan(COUNT / 10);
    expect(invalid).toBeLessThan(COUNT * 0.95);
  });

  test('the published examples of SWL have one finding each, about the comment, and are valid after its fix', () => {
    const { examples } = publishedSchema('000_');
    const said = examples.map((example) => {
      const reports = reportsOf('swl', example);
      const fix = reports[0]?.fixes?.().find(({ preferred }) => preferred);
      const [text] = [JSON.stringify(example, null, 2)];
      const fixed = fix?.edit().replace.reduceRight((at, { start, end, text }) => at.slice(0, start) + text + at.slice(end), text);
      return [reports.map(({ rule, path }) => `${rule} ${path.join('/')}`), reportsOf('swl', JSON.parse(fixed ?? '{}')).length];
    });
    expect(said).toEqual(Array.from({ length: 3 }, () => [['unknown-field comment'], 0]));
  });
});

function publishedSchema(start: string): { readonly examples: readonly Json[]; readonly $schema: string } {
  const folder = join(reference, 'seeds');
  const name = readdirSync(folder).find((name) => name.startsWith(start)) ?? '';
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

function publishedValidator(start: string): (document: Json) => boolean {
  const schema = publishedSchema(start);
  const Class = schema.$schema.includes('2020-12') ? Ajv2020 : Ajv;
  const ajv = new Class({ strict: false, ownProperties: true, formats: { 'date-time': isDateTime } });
  if (Class === Ajv2020) {
    const folder = join(reference, 'yarramate');
    for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    }
    const known = ajv.getSchema((schema as unknown as { $id: string }).$id);
    if (known !== undefined) return (document) => known(document) === true;
  }
  const validate = ajv.compile(schema);
  return (document) => validate(document) === true;
}

/** RFC 3339, told in another way than the product does. */
function isDateTime(text: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|[+-](\d\d):(\d\d))$/i.exec(text);
  if (parts === null || text !== parts[0]) return false;
  const [, day = '', hour, minute, second, offsetHour = '0', offsetMinute = '0'] = parts;
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return false;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (second === '60') return /T23:59:60(?:\.\d+)?(?:Z|[+-]00:00)$/i.test(text) && /-(?:06-30|12-31)$/.test(day);
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

/** Times are judged by a rule, so the verdict of the schema is that of both. */
function hasTimes(id: string, document: Json): boolean {
  const format = formats.find((format) => format.id === id);
  if (format === undefined) return false;
  return [['constraints', 'deadline'] as const].every((path) => {
    const time = valueAt(document, path);
    const isTime = fieldAt(format, path)?.schema.format === 'date-time';
    return !isTime || typeof time !== 'string' || readTimestamp(time).time !== undefined;
  });
}

function times(): readonly string[] {
  return [
    ...['2026-02-30T00:00:00Z', '2026-05-05T12:34:56Z', '2026-05-05t12:34:56.5z', '2026-05-05 12:34:56Z', '2024-02-29T24:00:00Z'],
    ...['2026-05-05T12:34:56', '2026-05-05T12:34:56+09', '2026-06-30T23:59:60Z', '2026-06-29T23:59:60Z', '2026-05-05T12:34:56.000Z'],
  ];
}

function errorsIn(id: string, document: Json): number {
  return reportsOf(id, document).filter(({ severity }) => severity === 'error').length;
}

function reportsOf(id: string, document: Json) {
  const text = JSON.stringify(document, null, 2);
  const read = createDocument('file:///x.handoff.json', text, { formats, placed: [], chosen: id });
  return check(read, noFacts(NOW), defaultConfiguration);
}

/** Every valid document there is of a format, the long ones too. */
function samples(id: string): readonly Value[] {
  const folder = join(import.meta.dirname, id);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
