/** The call or its surroundings are wrong: the message is for a person, and the exit code is 2. */
export class CallError extends Error {}
