import { _, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv';
import { shapesOf } from '../../core/format/flat.ts';
import type { Schema } from '../../core/format/schema.ts';
import { likelyShapes, meantShape, requiredByAll, tagsOf, valuesOf, withErrors } from '../../core/format/shape.ts';

/** What a validator's source calls `core/format/shape.ts`, until an import stands in its place. */
export const CHOICE = 'agent-handoff-shape';

/**
 * `oneOf` with the verdict that JSON Schema gives it, in the way we want it said: of a wrong value it tells what is wrong
 * with the one shape that the value is meant to have. Shapes that a tag rules out are not tried, so a valid list of
 * thousands of entries costs one look at each.
 */
export function oneOfKeyword(root: Schema): CodeKeywordDefinition {
  return {
    keyword: 'oneOf',
    schemaType: 'array',
    trackErrors: true,
    error: {
      message: 'must have exactly one of the shapes',
      params: ({ params }) =>
        _`{passingSchemas: ${params['passing']}, shape: ${params['shape']}, tags: ${params['tags']}, required: ${params['required']}, values: ${params['values']}}`,
    },
    code: (cxt) => code(cxt, root),
  };
}

/** What the code calls the errors so far, and their number. */
const names = { vErrors: new Name('vErrors'), errors: new Name('errors') };

const functions = { likelyShapes, meantShape, withErrors };

function code(cxt: KeywordCxt, root: Schema): void {
  const { gen, data, parentSchema, it } = cxt;
  const shapes = shapesOf(parentSchema as Schema, root);
  const constant = (value: object) => gen.scopeValue('obj', { ref: value, code: stringify(value) });
  const use = (name: keyof typeof functions) =>
    gen.scopeValue('func', { ref: functions[name], code: _`require(${CHOICE})[${name}]` });
  const listed = constant(shapes);
  const likely = gen.const('likely', _`${use('likelyShapes')}(${data}, ${listed})`);
  const passing = gen.let('passing', _`[]`);
  const told = gen.let('told', _`{}`);
  const shape = gen.let('shape', -1);
  const valid = gen.name('_valid');
  for (const index of shapes.keys()) {
    gen.if(_`${likely}.includes(${index})`, () => {
      const from = gen.const('from', names.errors);
      const inner = cxt.subschema({ keyword: 'oneOf', schemaProp: index, compositeRule: true }, valid);
      gen.if(
        valid,
        () => gen.code(_`${passing}.push(${index})`),
        () => gen.code(_`${told}[${index}] = ${names.vErrors}?.slice(${from}) ?? []`),
      );
      cxt.mergeEvaluated(inner, Name);
    });
  }
  cxt.setParams({
    passing,
    shape,
    tags: constant(tagsOf(shapes)),
    required: constant(requiredByAll(shapes)),
    values: constant(valuesOf(shapes)),
  });
  cxt.result(
    _`${passing}.length === 1`,
    () => cxt.reset(),
    () => {
      cxt.reset();
      if (it.createErrors !== false) {
        gen.if(_`${passing}.length === 0`, () => {
          gen.assign(shape, _`${use('meantShape')}(${data}, ${listed}, ${likely})`);
          gen.if(_`${shape} >= 0`, () => {
            const errors = names.vErrors;
            gen.assign(errors, _`${use('withErrors')}(${errors}, ${told}[${shape}])`);
            gen.assign(names.errors, _`${errors}.length`);
          });
        });
      }
      cxt.error(true);
    },
  );
}
