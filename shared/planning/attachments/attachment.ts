import * as z from 'zod';
import { memoize, timestamp, titleText, uuid } from '../../kernel/core/schema.ts';

/** The largest file, and the most files of a story. */
export const ATTACHMENT_MAX_BYTES = 25 * 1_024 * 1_024;
export const ATTACHMENTS_MAX = 100;

const NAME_MAX_CHARACTERS = 255;

/** The types whose files browsers may show, since they run nothing. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

const attachmentStates = ['pending', 'ready'] as const;

const size = () =>
  z
    .int({ error: 'must be a whole number of bytes' })
    .min(1, { error: 'must be at least 1' })
    .max(ATTACHMENT_MAX_BYTES, { error: `must be at most ${ATTACHMENT_MAX_BYTES}, which are 25 MiB` })
    .meta({ description: 'In bytes.' });

export const attachmentSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      storyId: uuid(),
      commentId: uuid().nullable().meta({ description: 'The comment that it belongs to, of this story.' }),
      name: titleText(NAME_MAX_CHARACTERS),
      contentType: z.string().meta({
        description: 'What was announced; once the file is ready, what its first bytes show it to be.',
      }),
      size: size(),
      state: z.enum(attachmentStates).meta({
        description: 'A pending attachment waits for its file, and is deleted after a day without one.',
      }),
      createdBy: uuid(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'Attachment', description: 'A file that belongs to a story, or to a comment on it.' }),
);

export type Attachment = z.output<ReturnType<typeof attachmentSchema>>;

export const attachmentCreateSchema = memoize(() =>
  z
    .strictObject({
      name: titleText(NAME_MAX_CHARACTERS)
        .refine((value) => !/[/\\]/.test(value), { error: 'must be the name of a file, without a path' })
        .meta({ description: 'The name of the file.' }),
      contentType: z
        .string()
        .max(127, { error: 'must be at most 127 characters' })
        .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/, { error: 'must be a media type such as image/png' })
        .meta({ description: 'Its media type, without parameters.' }),
      size: size(),
      commentId: uuid().optional().meta({ description: 'A comment of the caller on this story.' }),
    })
    .meta({ id: 'CreateAttachmentRequest' }),
);
