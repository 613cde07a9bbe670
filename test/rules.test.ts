import { describe, expect, test } from 'vitest';
import { createDocument } from '../core/document.ts';
import { applyTo } from '../core/edit.ts';
import type { Report } from '../core/finding.ts';
import { formats } from '../core/generated/formats.ts';
import { rules } from '../core/generated/rules.ts';
import { check, configurationOf, documentAt, factsOf } from './harness/core.ts';
import { type RuleFixture, ruleFixtures } from './harness/fixtures.ts';

const fixtures = ruleFixtures();

describe.each(fixtures)('$rule/$name: $promise', (fixture) => {
  const reports = reportsOf(fixture);

  test('marks what is wrong, and nothing else', () => {
    expect(reports.map(shownIn(fixture.text))).toEqual(fixture.findings.map(shownIn(fixture.text)));
  });

  test('offers the fixes it names, and no others', () => {
    const offered = fixesOf(fixture).map(({ title, preferred = false, safe = false, disabled }) => ({
      title,
      preferred,
      safe,
      disabled: disabled !== undefined,
    }));
    const expected = fixture.fixes.map(({ title, preferred, safe, disabled }) => ({
      title,
      preferred,
      safe,
      disabled,
    }));
    expect(offered).toEqual(expected);
  });

  test.each(fixture.fixes.filter(({ text }) => text !== undefined))(
    '"$title" gives the files it promises',
    (expected) => {
      const fix = fixesOf(fixture).find(({ title }) => title === expected.title);
      const edit = fix?.edit();
      expect(edit && applyTo(fixture.text, edit.replace)).toBe(expected.text);
      expect(edit?.create).toEqual(expected.creates);
      expect(edit?.rename?.name).toBe(expected.renames);
    },
  );

  test('leaves nothing wrong that was not wrong before, after any fix', () => {
    for (const { rule, fix } of offers(fixture)) {
      if (fix.disabled !== undefined) continue;
      const edit = fix.edit();
      const after = reportsOf({ ...fixture, ...afterEdit(fixture, edit) });
      const keys = new Map<string, number>();
      for (const report of reports) keys.set(key(report), (keys.get(key(report)) ?? 0) + 1);
      for (const report of after) {
        if (report.rule === 'json-syntax') continue;
        keys.set(key(report), (keys.get(key(report)) ?? 0) - 1);
      }
      const before = reports.filter((report) => report.rule === rule.rule).length;
      const left = after.filter((report) => report.rule === rule.rule).length;
      expect(left, `${fix.title}: the finding is gone`).toBeLessThan(before);
      expect(
        [...keys].filter(([, n]) => n < 0).map(([found]) => found),
        `${fix.title}: nothing new`,
      ).toEqual([]);
    }
  });

  test('says nothing without facts that it does not say with them', () => {
    const document = documentAt(fixture.path, fixture.text);
    const bare = check(
      document,
      { now: factsOf(fixture).now, files: new Map(), folders: new Map() },
      configurationOf(fixture),
    );
    const known = new Set(reports.map(key));
    expect(bare.filter((report) => !known.has(key(report)))).toEqual([]);
  });
});

test.each(rules)('$id is shown by a fixture that has its finding', ({ id, subject }) => {
  const shown = fixtures.some((fixture) => fixture.rule === id && fixture.findings.some(({ rule }) => rule === id));
  expect(shown || subject === 'failures').toBe(true);
});

test.each(rules)('$id says what it finds and why', ({ summary, reason }) => {
  expect(summary).toMatch(/^[A-Z].*[^.]$/);
  expect(reason.length).toBeGreaterThan(80);
});

test.each(fixtures)('every prefix of $rule/$name can be read and checked', (fixture) => {
  const step = Math.max(1, Math.ceil(fixture.text.length / 150));
  for (let end = 0; end <= fixture.text.length; end += step) {
    const document = createDocument('file:///repo/x.json', fixture.text.slice(0, end), { formats, placed: ['task'] });
    const facts = factsOf(fixture);
    expect(() => {
      for (const report of check(document, facts, configurationOf(fixture))) {
        expect(report.rule).not.toBe('rule-failed');
        for (const fix of report.fixes?.() ?? []) fix.edit();
      }
    }).not.toThrow();
  }
});

function reportsOf(fixture: RuleFixture): readonly Report[] {
  return check(documentAt(fixture.path, fixture.text), factsOf(fixture), configurationOf(fixture));
}

/** Every offer of the fixture's own rule, each title once. */
function fixesOf(fixture: RuleFixture) {
  const offered = offers(fixture).map(({ fix }) => fix);
  return offered.filter((fix, index) => offered.findIndex(({ title }) => title === fix.title) === index);
}

function offers(fixture: RuleFixture) {
  return reportsOf(fixture)
    .filter(({ rule }) => rule === fixture.rule)
    .flatMap((rule) => (rule.fixes?.() ?? []).map((fix) => ({ rule, fix })));
}

function afterEdit(fixture: RuleFixture, edit: ReturnType<ReturnType<typeof offers>[number]['fix']['edit']>) {
  const files = { ...(fixture.facts['files'] as object | undefined) };
  const created = Object.fromEntries(
    edit.create.map(({ path, text }) => [path, { kind: 'file', size: text.length, text }]),
  );
  const path = edit.rename === undefined ? fixture.path : fixture.path.replace(/[^/]*$/, edit.rename.name);
  return {
    path,
    text: applyTo(fixture.text, edit.replace),
    facts: { ...fixture.facts, files: { ...files, ...created } },
  };
}

function key({ rule, path, severity }: Report): string {
  return `${severity} ${rule} /${path.join('/')}`;
}

function shownIn(text: string) {
  return (found: {
    start?: number;
    end?: number;
    span?: { start: number; end: number };
    severity: string;
    rule: string;
    message: string;
  }) => {
    const start = found.span?.start ?? found.start ?? 0;
    const end = found.span?.end ?? found.end ?? 0;
    const marked = text.slice(start, end);
    return `${start}-${end} ${marked.length > 80 ? `${marked.slice(0, 80)}…` : marked} | ${found.severity} ${found.rule}: ${found.message}`;
  };
}
