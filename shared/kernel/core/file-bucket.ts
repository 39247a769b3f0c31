/** The variable with the name of the bucket of files. */
export const ATTACHMENT_BUCKET_VARIABLE = 'ATTACHMENT_BUCKET_NAME';

/** The variable with the tag that a scan puts on files without findings, as `name=value`; unset without a scan. */
export const ATTACHMENT_SCAN_VARIABLE = 'ATTACHMENT_SCAN_TAG';

/**
 * Prefixes in the bucket: of files as they are uploaded, which expire, of those that attachments have, of images of
 * portals, and of exports.
 * What is signed for an upload writes only the first, so that no one replaces a file after it was looked at.
 */
export const UPLOAD_PREFIX = 'uploads/';
export const ATTACHMENT_PREFIX = 'attachments/';
export const IMAGE_PREFIX = 'images/';
export const EXPORT_PREFIX = 'exports/';
