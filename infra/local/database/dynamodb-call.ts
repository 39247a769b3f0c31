import { callAws } from '../runner/aws-call.ts';

/** Calls a local DynamoDB endpoint; rejects with AwsError. */
export function callDynamoDb<T>(endpoint: string, operation: string, input: object): Promise<T> {
  return callAws(endpoint, { service: 'dynamodb', target: `DynamoDB_20120810.${operation}` }, input);
}

/** Calls DynamoDB Streams of the same endpoint. */
export function callDynamoDbStreams<T>(endpoint: string, operation: string, input: object): Promise<T> {
  return callAws(endpoint, { service: 'dynamodb', target: `DynamoDBStreams_20120810.${operation}` }, input);
}
