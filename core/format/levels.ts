import { type Field, MAX_LEVELS } from './format.ts';

/*
 * A schema that contains itself, or whose parts are shared on every level, has more members within members than any memory
 * holds. Whatever is made or asked for one by one goes only so deep.
 */

/** So many can still be gone through by a person, and any more are none that somebody thought of. */
const MOST_MEMBERS = 400;

/**
 * How many levels of objects within objects, and of entries of lists, a new value of a field is gone into beyond
 * the field's own members: with those `MAX_LEVELS`, or fewer where there would be too many members and entries, of those that
 * `counts`. Takes no longer than the limit allows, however large and however recursive the schema is.
 */
export function levelsWithin(field: Field, counts: (member: Field) => boolean): number {
  let levels = MAX_LEVELS - 1;
  while (levels > 0 && membersDown(field, levels, counts) > MOST_MEMBERS) levels--;
  return levels;
}

/** Counts until there are too many. */
function membersDown({ members, item }: Field, levels: number, counts: (member: Field) => boolean): number {
  const inner = [...members.values(), ...(item === undefined ? [] : [item])].filter(counts);
  let count = inner.length;
  for (const field of levels === 0 ? [] : inner) {
    if (count > MOST_MEMBERS) break;
    count += membersDown(field, levels - 1, counts);
  }
  return count;
}
