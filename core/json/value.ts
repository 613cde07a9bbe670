import type { Json } from '../format/schema.ts';
import type { Node } from './node.ts';

/**
 * The value a reader gets: of a member given twice the last one. What is no JSON reads as null, and so does a text that is
 * damaged or stands at or behind `doubtful`, an offset; ask the node for damage.
 * Recursion is bounded by the parser's limit on nesting.
 */
export function jsonOf(node: Node, doubtful = Number.POSITIVE_INFINITY): Json {
  switch (node.kind) {
    case 'object': {
      const value: Record<string, Json> = {};
      for (const { key, value: child } of node.members) {
        if (key.damaged) continue;
        const json = child === undefined ? null : jsonOf(child, doubtful);
        if (key.value === '__proto__') {
          Object.defineProperty(value, key.value, {
            value: json,
            enumerable: true,
            configurable: true,
            writable: true,
          });
        } else value[key.value] = json;
      }
      return value;
    }
    case 'array':
      return node.items.map((item) => jsonOf(item, doubtful));
    case 'broken':
      return null;
    case 'string':
      return node.damaged || node.start >= doubtful ? null : node.value;
    default:
      return node.value;
  }
}
