import { isDeepStrictEqual } from 'node:util';

/** A record as returned by GetRecords of DynamoDB Streams. */
export type StreamRecord = {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  eventVersion: string;
  eventSource: string;
  awsRegion: string;
  dynamodb: {
    /** Seconds since the epoch. */
    ApproximateCreationDateTime: number;
    Keys: object;
    NewImage?: object;
    OldImage?: object;
    SequenceNumber: string;
    SizeBytes?: number;
    StreamViewType: string;
  };
  userIdentity?: { PrincipalId?: string; Type?: string };
};

/** A record as Lambda passes it to the function. */
export type LambdaRecord = Omit<StreamRecord, 'userIdentity'> & {
  eventSourceARN: string;
  userIdentity?: { principalId: string; type: string };
};

/**
 * Converts a record to the form that functions see on AWS. Deletions by TTL have the user identity
 * dynamodb.amazonaws.com.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#events-sample-dynamodb
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/time-to-live-ttl-streams.html
 */
export function toLambdaRecord(
  { userIdentity, ...record }: StreamRecord,
  awsRegion: string,
  eventSourceARN: string,
): LambdaRecord {
  const { PrincipalId, Type } = userIdentity ?? {};
  return {
    ...record,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion,
    eventSourceARN,
    ...(PrincipalId && Type && { userIdentity: { principalId: PrincipalId, type: Type } }),
  };
}

/**
 * Whether a write changed nothing: DynamoDB writes no record for it, but local engines do.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
 */
export function changesNothing({ eventName, dynamodb: { NewImage, OldImage } }: StreamRecord): boolean {
  return eventName === 'MODIFY' && NewImage !== undefined && isDeepStrictEqual(NewImage, OldImage);
}
