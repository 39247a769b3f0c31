import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { WithSecret } from '../../kernel/core/call.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { uploadSchema } from '../../kernel/core/upload-form.ts';
import { UPLOAD_SECONDS, uploadForm } from '../portal/image-files.ts';
import { ownPortalOrThrow, PORTAL_PATH } from '../portal/portal-access.ts';
import { getPortalItem } from '../portal/portal-store.ts';

const imageUploadSchema = memoize(() =>
  z
    .object({
      id: uuid().meta({ description: 'What createPortalImage takes as uploadId.' }),
      expiresAt: timestamp().meta({ description: 'When the form is no longer accepted.' }),
    })
    .meta({ id: 'PortalImageUpload', description: 'The upload of an image, which has not arrived yet.' }),
);

export const createPortalImageUpload = operation({
  id: 'createPortalImageUpload',
  method: 'POST',
  path: `${PORTAL_PATH}/image-uploads`,
  tag: 'Feedback portals',
  summary: 'Get a form that uploads a portal image',
  description:
    'Returns a form for a file of up to 10 MiB: POST `upload.fields` and then the file, as the field `file`, to `upload.url` as multipart/form-data, within an hour. Then createPortalImage takes the id of this upload. What is uploaded and not made an image is deleted after two days.',
  scopes: ['feedback:write'],
  role: 'member',
  status: 201,
  params: { portalId: uuid() },
  output: imageUploadSchema,
  secret: { name: 'upload', schema: uploadSchema },
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ loaded, caller, now, newId, setting, commit }) => {
    const portal = ownPortalOrThrow(caller, loaded.portal);
    const id = newId();
    const upload = uploadForm({ now, setting }, portal, id);
    const expiresAt = new Date(now.getTime() + UPLOAD_SECONDS * 1_000).toISOString();
    await commit([], `${id} ${expiresAt}`);
    return new WithSecret({ id, expiresAt }, upload);
  },
  replay: async ({ resourceId }) => {
    const [id = '', expiresAt = ''] = resourceId.split(' ');
    return { id, expiresAt };
  },
});
