import { _, type CodeKeywordDefinition, type KeywordCxt, Name, stringify } from 'ajv';
import { shapesOf } from '../../core/flat.ts';
import type { Schema } from '../../core/schema.ts';
import { mayBe, meantShape, requiredByAll, tagsOf, valuesOf } from '../../core/shape.ts';

/** What a validator's source calls `core/shape.ts`, until an import stands in its place. */
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

const functions = { mayBe, meantShape };

function code(cxt: KeywordCxt, root: Schema): void {
  const { gen, data, parentSchema, it } = cxt;
  const shapes = shapesOf(parentSchema as Schema, root);
  const constant = (value: object) => gen.scopeValue('obj', { ref: value, code: stringify(value) });
  const listed = constant(shapes);
  const use = (name: keyof typeof functions) =>
    gen.scopeValue('func', { ref: functions[name], code: _`require(${CHOICE})[${name}]` });
  const passing = gen.let('passing', _`[]`);
  const shape = gen.let('shape', -1);
  const valid = gen.name('_valid');
  const indexes = shapes.map((_shape, index) => index);
  const subschema = (index: number, how: object) =>
    cxt.subschema({ keyword: 'oneOf', schemaProp: index, ...how }, valid);
  const quiet = { compositeRule: true, createErrors: false, allErrors: false };
  for (const index of indexes) {
    gen.if(_`${use('mayBe')}(${data}, ${listed}[${index}])`, () => {
      const inner = subschema(index, quiet);
      gen.if(valid, () => {
        gen.code(_`${passing}.push(${index})`);
        cxt.mergeEvaluated(inner, Name);
      });
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
          gen.assign(shape, _`${use('meantShape')}(${data}, ${listed})`);
          for (const index of indexes) {
            gen.if(_`${shape} === ${index}`, () => cxt.mergeEvaluated(subschema(index, {}), Name));
          }
        });
      }
      cxt.error(true);
    },
  );
}
