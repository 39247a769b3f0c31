const BUCKET = 'https://s3.eu-central-1.amazonaws.com/plotline-attachments';

/** Example values of files, of stories and of exports, and of links and originals elsewhere, as in example-values.ts. */
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
  'StorySender.name': 'Mia',
  'StorySender.address': 'mia@customer.example',
  'TriageAddress.address':
    '019aa0000000700080000000000000ab-6f1c0a9e2b7d4855a3c0e1f2d4b697@triage.example.com',
  fileName: 'stories-0001.jsonl',
  'ExportFile.name': 'stories-0001.jsonl',
  'ExportFile.sha256': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'Export.state': 'ready',
  'Export.percent': 100,
  'Export.teamIds': null,
  'Export.leftOut': 'identity-providers',
  'Export.problem': null,
  'ExportFileLink.url': `${BUCKET}/exports/1f0c/stories-0001.jsonl?X-Amz-Expires=300&X-Amz-Signature=5d672d79`,
  'CreateAttachmentRequest.name': 'screenshot.png',
  'CreateAttachmentRequest.contentType': 'image/png',
  'CreateAttachmentRequest.size': 48_213,
  'RecurringStoryFailure.message': 'The description is too long with the checklist.',
};
