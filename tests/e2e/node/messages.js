// Messages to bytes and back, and what may be in them, as asyncapi.json has it.

import { Decoder, Encoder } from "@msgpack/msgpack";
import Ajv from "ajv";
import { readFileSync } from "node:fs";

const SERVER_BOUNDS = { maxStrLength: 2048, maxArrayLength: 4096, maxMapLength: 256 };
const OF_BOTH = { maxBinLength: 0, maxExtLength: 0 };

/** A frame that is no message. */
export class NoMessage extends Error {}

/** Reads and writes the messages of one specification. */
export class Messages {
  constructor(directory) {
    this.document = JSON.parse(readFileSync(`${directory}/asyncapi.json`, "utf8"));
    this.golden = JSON.parse(readFileSync(`${directory}/golden.json`, "utf8"));
    const ajv = new Ajv({ strict: false, strictNumbers: true });
    ajv.addSchema(this.document, "spec");
    const validator = (name) => ajv.compile({ $ref: `spec#/components/schemas/${name}` });
    this.isValid = { client: validator("ClientMessage"), server: validator("ServerMessage") };
    this.decoders = {
      client: new Decoder(OF_BOTH),
      server: new Decoder({ ...OF_BOTH, ...SERVER_BOUNDS }),
    };
    this.encoder = new Encoder({ ignoreUndefined: true });
  }

  encode(message) {
    return this.encoder.encode(message);
  }

  /** The message in a frame from "client" or "server"; throws NoMessage. */
  decode(frame, sender) {
    let message;
    try {
      message = this.decoders[sender].decode(frame);
    } catch (error) {
      throw new NoMessage(error.message);
    }
    const validate = this.isValid[sender];
    if (!validate(message)) {
      throw new NoMessage(JSON.stringify(validate.errors?.slice(0, 3)));
    }
    return message;
  }
}
