using System.Text.Json.Serialization;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Workers;

/// <summary>
/// A message between a source process (child) and its parent: one JSON object per line over the child's standard streams.
/// </summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(OpenTask), "open")]
[JsonDerivedType(typeof(StartAt), "start")]
[JsonDerivedType(typeof(Stop), "stop")]
[JsonDerivedType(typeof(Hello), "hello")]
[JsonDerivedType(typeof(ClockQuestion), "clock")]
[JsonDerivedType(typeof(ClockAnswer), "clock_is")]
[JsonDerivedType(typeof(StillHere), "still_here")]
[JsonDerivedType(typeof(Ready), "ready")]
[JsonDerivedType(typeof(Heartbeat), "heartbeat")]
[JsonDerivedType(typeof(Finished), "finished")]
[JsonDerivedType(typeof(AuditTask), "audit")]
[JsonDerivedType(typeof(Audited), "audited")]
[JsonDerivedType(typeof(Failed), "failed")]
internal abstract record WorkerMessage;

/// <summary>To the child: start the sources at this time of the monotonic clock of the child's machine.</summary>
internal sealed record StartAt(long Timestamp) : WorkerMessage;

/// <summary>To the child: stop before the next batch of each source.</summary>
internal sealed record Stop : WorkerMessage;

/// <summary>From a child on another host, as its first message: its build and host.</summary>
/// <param name="Build">Identity of the build, see <see cref="Hosts.BuildIdentity"/>.</param>
/// <param name="TicksPerS">Ticks per second of its monotonic clock.</param>
/// <param name="Environment">Its host.</param>
internal sealed record Hello(string Build, long TicksPerS, EnvironmentInfo Environment) : WorkerMessage;

/// <summary>To the child: report your clock.</summary>
internal sealed record ClockQuestion : WorkerMessage;

/// <summary>From the child, in answer to a <see cref="ClockQuestion"/>.</summary>
/// <param name="Received">When the question arrived, on its clock.</param>
/// <param name="Answered">When the answer left, on its clock.</param>
internal sealed record ClockAnswer(long Received, long Answered) : WorkerMessage;

/// <summary>To a child on another host, every few seconds: the parent lives. It lets a child behind a cut link end.</summary>
internal sealed record StillHere : WorkerMessage;

/// <summary>From the child: every source and writer is open.</summary>
internal sealed record Ready : WorkerMessage;

/// <summary>From the child, several times per second: it is alive.</summary>
/// <param name="AcknowledgedRecords">Records acknowledged so far in this trial. Null outside a trial.</param>
/// <param name="Used">Its resource use in this trial, if it runs on another host.</param>
internal sealed record Heartbeat(long? AcknowledgedRecords, ResourceReading? Used = null) : WorkerMessage;

/// <summary>From the child: every source has ended and every writer is closed.</summary>
/// <param name="Outcome">The outcome of its sources.</param>
/// <param name="Used">Its resource use from the common start to its last acknowledgement, if it runs on another host.</param>
/// <param name="Machine">Use of its host by others, if it runs on another host.</param>
internal sealed record Finished(IngestOutcome Outcome, ResourceReading? Used = null, MachineUse? Machine = null) : WorkerMessage;

/// <summary>From the child: the verdict on its share of the sources.</summary>
internal sealed record Audited(AuditResult Result) : WorkerMessage;

/// <summary>From the child: it could not open what its task describes.</summary>
internal sealed record Failed(string Message, bool IsUnreachable, string? Details = null) : WorkerMessage;
