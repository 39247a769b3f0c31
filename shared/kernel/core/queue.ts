/** SQS accepts this many messages per call (AWS limit). */
const BATCH = 10;

/**
 * Queues messages as JSON, each with a delay in seconds of at most 900. `tenantOf` returns each message's
 * tenant: a tenant with a backlog does not delay others (SQS fair queues). Throws if some were rejected; the
 * others are queued, so a caller that retries sends those twice.
 */
export async function sendMessages<T extends object>(
  queueUrl: string,
  messages: readonly T[],
  { tenantOf, delaySeconds = 0 }: { tenantOf: (message: T) => string; delaySeconds?: number | undefined },
): Promise<void> {
  const batches: T[][] = [];
  for (let start = 0; start < messages.length; start += BATCH)
    batches.push(messages.slice(start, start + BATCH));
  await Promise.all(
    batches.map(async (batch) => {
      const entries = batch.map((message, position) => ({
        Id: String(position),
        MessageBody: JSON.stringify(message),
        MessageGroupId: tenantOf(message),
        ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
      }));
      // Imported on demand, since few changes of the table cause a message, and half of what their function reads would be the SDK.
      const { sendBatch } = await import('./sqs.ts');
      const failed = await sendBatch(queueUrl, entries);
      const [first] = failed;
      if (first) throw new Error(`The queue did not take ${failed.length} messages: ${first.Code}.`);
    }),
  );
}
