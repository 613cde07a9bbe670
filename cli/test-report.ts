import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import type { Json } from '../core/format/schema.ts';
import { CallError } from './call-error.ts';

/** What a test report says, by the name of each outermost suite. */
export type TestResults = ReadonlyMap<string, Json>;

/** Names of tests that failed; the rest are counted. */
const MOST_NAMED = 20;

/**
 * Reads a report as JUnit XML, which most test runners write: for each outermost suite how many tests there were, passed,
 * failed and were skipped, and which failed. `file` is only named in messages. What is no such report is refused, with the
 * place where it stops being one.
 */
export function readTestReport(file: string, text: string): TestResults {
  const root = rootOf(file, text);
  if (root.name !== 'testsuites' && root.name !== 'testsuite') {
    throw new CallError(
      `${file} must be JUnit XML, which begins with testsuites or testsuite; it begins with ${root.name}.`,
    );
  }
  const suites = root.name === 'testsuite' ? [root] : elements(root).filter(({ name }) => name === 'testsuite');
  const results = new Map<string, Json>();
  for (const suite of suites) results.set(freeKey(suite.attributes['name'] || 'tests', results), resultOf(suite));
  return results;
}

function rootOf(file: string, text: string): XmlElement {
  try {
    const { root } = parseXml(text);
    if (root !== null) return root;
  } catch (error) {
    if (error instanceof XmlError)
      throw new CallError(`${file}:${error.line}:${error.column} is not XML: ${sentence(error)}`);
    // Its parser calls itself for each level.
    if (error instanceof RangeError) throw new CallError(`${file} is nested too deeply for a test report.`);
    throw error;
  }
  throw new CallError(`${file} must be JUnit XML; there is nothing in it.`);
}

/** The parser's message without the place and the excerpt that follow it. */
function sentence({ message }: XmlError): string {
  const [first = ''] = message.split('\n');
  return `${first.replace(/ \(line \d+, column \d+\)$/, '').replace(/\.$/, '')}.`;
}

function resultOf(suite: XmlElement): Json {
  const failures: string[] = [];
  const counts = { tests: 0, passed: 0, failed: 0, skipped: 0 };
  for (const test of testsIn(suite)) {
    const children = new Set(elements(test).map(({ name }) => name));
    const outcome =
      children.has('failure') || children.has('error') ? 'failed' : children.has('skipped') ? 'skipped' : 'passed';
    counts.tests++;
    counts[outcome]++;
    if (outcome === 'failed') failures.push(nameOf(test));
  }
  if (failures.length === 0) return counts;
  const rest = failures.length - MOST_NAMED;
  return { ...counts, failures: [...failures.slice(0, MOST_NAMED), ...(rest > 0 ? [`and ${rest} more`] : [])] };
}

/** Tests at any depth, without a call for each level. */
function* testsIn(suite: XmlElement): Iterable<XmlElement> {
  const waiting = [suite];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.name === 'testcase') yield at;
    else if (at.name === 'testsuite') waiting.push(...elements(at).reverse());
  }
}

function nameOf({ attributes }: XmlElement): string {
  const { name = '', classname = '' } = attributes;
  return classname === '' || name.startsWith(classname) ? name : `${classname} ${name}`;
}

function elements(parent: XmlElement): XmlElement[] {
  return parent.children.filter((child) => child instanceof XmlElement);
}

/** Suites may share a name, and none may hide another. */
function freeKey(name: string, taken: TestResults): string {
  let key = name;
  for (let n = 2; taken.has(key); n++) key = `${name} (${n})`;
  return key;
}
