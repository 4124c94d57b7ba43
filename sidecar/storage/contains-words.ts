// Selects rows that contain words, in any order and in any of several columns.
import { type Expression, type ExpressionBuilder, sql, type SqlBool, type StringReference } from 'kysely';
import type { Tables } from './tables.ts';

/** Matches every word in at least one column; characters of LIKE patterns are escaped. No words match every row. */
export const containsWords =
  <T extends keyof Tables>(words: string[], columns: readonly StringReference<Tables, T>[]) =>
  ({ and, or, ref }: ExpressionBuilder<Tables, T>): Expression<SqlBool> =>
    and(
      words.map((word) => {
        const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
        return or(
          columns.map((name) => sql<SqlBool>`lower_case(${ref(name)}) like lower_case(${pattern}) escape '\\'`),
        );
      }),
    );
