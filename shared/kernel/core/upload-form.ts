import * as z from 'zod';
import { memoize } from './schema.ts';

/** A form that uploads a file past the service, as it is shown once. */
export const uploadSchema = memoize(() =>
  z
    .object({
      url: z.url().meta({ description: 'Where to POST the file to, without a credential.' }),
      fields: z.record(z.string(), z.string()).meta({
        description:
          'The fields of a multipart/form-data body, to which the file is added last, as the field `file`.',
      }),
    })
    .meta({ id: 'AttachmentUpload', description: 'How to upload the file, within an hour.' }),
);

export type UploadForm = z.output<ReturnType<typeof uploadSchema>>;
