import { type Format, formatOf, memberNames, shapesOfFormat } from '../format/format.ts';
import { child } from '../format/schema.ts';
import type { Answers } from './create-source.ts';

/** One of the shapes that a new handoff of a format can have, for a person to choose. */
export interface ShapeChoice {
  /** The last part of the reference to it in the schema, else its number from 1. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

/** The shapes of a format; none where it has one only. */
export function shapeChoices(format: Format): readonly ShapeChoice[] {
  const shapes = shapesOfFormat(format);
  if (shapes.length < 2) return [];
  return shapes.map((_, index) => {
    const written = format.schema.oneOf?.[index];
    const id = written?.$ref?.split('/').at(-1) ?? String(index + 1);
    const schema = written?.$ref === undefined ? written : definitionOf(format, written.$ref);
    return { id, title: schema?.title ?? id, description: schema?.description ?? '' };
  });
}

/** The format in the shape of that id; undefined where it has none. */
export function inShapeCalled(format: Format, id: string): Format | undefined {
  return shapesOfFormat(format)[shapeChoices(format).findIndex((shape) => shape.id === id)];
}

/** The format in the shape that answers tell; undefined where they fit more than one. */
export function inShapeOf(format: Format, answers: Answers): Format | undefined {
  const shapes = shapesOfFormat(format);
  if (shapes.length < 2) return format;
  const tells = [...memberNames(format)].some(
    (name) =>
      Object.hasOwn(answers, name) && (isTag(shapes, name) || !shapes.every(({ root }) => root.members.has(name))),
  );
  return tells ? { ...format, root: formatOf(format, answers).root } : undefined;
}

/** Whether a value of a member leaves a document in the shape that the format is in. */
export function keepsShape(format: Format, name: string, value: Answers[string]): boolean {
  if (shapesOfFormat(format).length < 2) return true;
  return formatOf(format, { [name]: value }).root === format.root;
}

/** Whether one of the shapes fixes a member's value. */
function isTag(shapes: readonly Format[], name: string): boolean {
  return shapes.some(({ root }) => root.members.get(name)?.fixed !== undefined);
}

function definitionOf({ schema }: Format, ref: string) {
  const [, group, name] = ref.split('/');
  if (name === undefined) return undefined;
  const all = group === 'definitions' ? schema.definitions : group === '$defs' ? schema.$defs : undefined;
  return all === undefined || child(Object.keys(all), 0) === undefined ? undefined : all[name];
}
