import * as z from 'zod';
import { expect, test } from 'vitest';
import { payloadOrThrow, providerTime } from '../../shared/planning/hooks/report.ts';

const payload = z.object({ pushed_at: providerTime() });

test.each([
  [undefined, 'pushed_at must be a time.'],
  ['soon', 'pushed_at must be a time.'],
  [{}, 'pushed_at must be a time.'],
])('a delivery whose time is %j is refused in the words of the API', (pushed_at, message) => {
  expect(() => payloadOrThrow(payload, { pushed_at })).toThrow(message);
});
