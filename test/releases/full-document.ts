import * as z from 'zod';
import type { DocumentFormat } from '../../shared/kernel/db/document.ts';
import type { Schema } from '../../shared/surface/docs/api-document.ts';
import { exampleOf } from '../../shared/surface/docs/example.ts';

/** A resource with a value in every field. */
export function fullDocument(format: DocumentFormat<any>): Record<string, unknown> {
  const { $defs = {}, ...schema } = z.toJSONSchema(format.schema(), { io: 'output' }) as Schema & {
    $defs?: Record<string, Schema>;
  };
  return exampleOf(schema, $defs, 'answer') as Record<string, unknown>;
}
