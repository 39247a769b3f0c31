import { describe, expectTypeOf, test } from 'vitest';
import type * as z from 'zod';
import type { runOperation } from '../../shared/kernel/api/mcp/tool.ts';
import type { DataOf, ResultOf } from '../../shared/kernel/api/operation/operation-result.ts';
import type { Principal } from '../../shared/identity/principals/principal.ts';
import type { createToken } from '../../shared/identity/tokens/create-token.ts';
import type { uploadSchema } from '../../shared/kernel/core/upload-form.ts';
import type { createAttachment } from '../../shared/planning/attachments/create-attachment.ts';
import type { getStory } from '../../shared/planning/stories/get-story.ts';
import type { listStories } from '../../shared/planning/stories/list-stories.ts';
import type { Story } from '../../shared/planning/story/story.ts';

/** `npm run types` judges these: whoever runs an operation needs no cast of what it answers. */
describe('the type of what an operation answers', () => {
  test('is its output, and for a list an array of that with its cursor', () => {
    expectTypeOf<DataOf<typeof getStory>>().toEqualTypeOf<Story>();
    expectTypeOf<DataOf<typeof listStories>>().toEqualTypeOf<Story[]>();
    expectTypeOf<ResultOf<typeof listStories>['meta']['nextCursor']>().toEqualTypeOf<string | null>();
  });

  test('has what can be included, by its name and schema', () => {
    type Included = NonNullable<ResultOf<typeof getStory>['included']>;
    expectTypeOf<Included['assignee']>().toEqualTypeOf<Principal[] | undefined>();
    type Listed = NonNullable<ResultOf<typeof listStories>['included']>;
    expectTypeOf<Listed['commentCount']>().toEqualTypeOf<Record<string, number> | undefined>();
  });

  test('is the same where a tool runs it', () => {
    type Ran = Awaited<ReturnType<typeof runOperation<typeof listStories>>>;
    expectTypeOf<Ran>().toEqualTypeOf<ResultOf<typeof listStories>>();
  });

  test('has its secret, a text or what its schema says', () => {
    expectTypeOf<ResultOf<typeof createToken>['secret']>().toEqualTypeOf<string | undefined>();
    type Upload = NonNullable<ResultOf<typeof createAttachment>['secret']>;
    expectTypeOf<Upload>().toExtend<z.output<ReturnType<typeof uploadSchema>>>();
  });
});
