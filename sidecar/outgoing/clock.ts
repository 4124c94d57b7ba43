// Watches the time of one exchange: connecting, the first byte, the pace of the body, and the whole.
import type { Limits } from './limits.ts';
import { late, type OutgoingProblem } from './problem.ts';

export interface Clock {
  connected: () => void;
  answered: () => void;
  /** Some of the body came. */
  count: (bytes: number) => void;
  stop: () => void;
}

/** `leftMs`: what redirects left of the whole. */
export function startClock(limits: Limits, leftMs: number, giveUp: (problem: OutgoingProblem) => void): Clock {
  const { connectMs, firstByteMs, wholeMs, pace } = limits;
  let isAnswered = false;
  let received = 0;
  const whole = setTimeout(() => giveUp(isAnswered ? late.finishing(wholeMs) : late.answering(wholeMs)), leftMs);
  let step = setTimeout(() => giveUp(late.connecting()), connectMs);
  const next = (timer: NodeJS.Timeout) => {
    clearTimeout(step);
    step = timer;
  };
  const measure = () => {
    if (received < pace.bytes) giveUp(received === 0 ? late.stalled() : late.slow());
    received = 0;
  };
  return {
    connected: () => isAnswered || next(setTimeout(() => giveUp(late.answering(firstByteMs)), firstByteMs)),
    answered: () => {
      isAnswered = true;
      next(setInterval(measure, pace.ms));
    },
    count: (bytes) => void (received += bytes),
    stop: () => {
      clearTimeout(whole);
      clearTimeout(step);
    },
  };
}
