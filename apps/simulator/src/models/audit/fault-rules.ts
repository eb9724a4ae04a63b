import type { UserFaultKind } from '@fairtrial/contracts';
import { findChangedGoal } from './changed-goal.ts';
import { findEarlyEnd } from './ended-early.ts';
import { findForgottenFact } from './forgot-fact.ts';
import { findLeak } from './leaked-goal.ts';
import { findLeftPersona } from './left-persona.ts';
import { findLoop } from './looped.ts';
import { findTalkedInto } from './talked-into.ts';
import type { FaultRule } from './fault-rule.ts';

export const FAULT_RULES: Readonly<Record<UserFaultKind, FaultRule>> = {
  forgot_fact: findForgottenFact,
  changed_goal: findChangedGoal,
  left_persona: findLeftPersona,
  ended_early: findEarlyEnd,
  talked_into: findTalkedInto,
  looped: findLoop,
  leaked_goal: findLeak,
};
