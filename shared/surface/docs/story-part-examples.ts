const BUCKET = 'https://s3.eu-central-1.amazonaws.com/plotline-attachments';

/** Example values of what belongs to stories, their files, links and originals elsewhere, as in example-values.ts. */
export const storyPartExamples: Record<string, unknown> = {
  externalId: '12',
  externalSource: 'github:acme/app',
  externalUrl: 'https://github.com/acme/app/issues/12',
  'StoryLink.url': 'https://github.com/acme/app/pull/42',
  'AttachmentUpload.url': BUCKET,
  'AttachmentUpload.fields': {
    key: 'uploads/…',
    Policy: 'eyJleHBpcmF0aW9uIjoi…',
    'X-Amz-Signature': '5d672d79…',
  },
  'AttachmentDownload.url': `${BUCKET}/attachments/1f0c?X-Amz-Expires=300&X-Amz-Signature=5d672d79`,
  'CreateAttachmentRequest.name': 'screenshot.png',
  'CreateAttachmentRequest.contentType': 'image/png',
  'CreateAttachmentRequest.size': 48_213,
};
