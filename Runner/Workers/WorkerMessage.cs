using System.Text.Json.Serialization;
using DbIngest.Core.Pipeline;

namespace DbIngest.Runner.Workers;

/// <summary>What a source process and its parent say to each other: one JSON object a line, over the child's standard streams.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(OpenTask), "open")]
[JsonDerivedType(typeof(StartAt), "start")]
[JsonDerivedType(typeof(Stop), "stop")]
[JsonDerivedType(typeof(Ready), "ready")]
[JsonDerivedType(typeof(Heartbeat), "heartbeat")]
[JsonDerivedType(typeof(Finished), "finished")]
[JsonDerivedType(typeof(Failed), "failed")]
internal abstract record WorkerMessage;

/// <summary>To the child: the sources may go at this moment of the machine's monotonic clock, which all its processes share.</summary>
internal sealed record StartAt(long Timestamp) : WorkerMessage;

/// <summary>To the child: end at the next batch of each source.</summary>
internal sealed record Stop : WorkerMessage;

/// <summary>From the child: every source and writer is open.</summary>
internal sealed record Ready : WorkerMessage;

/// <summary>From the child, several times a second: it is alive, and so many records are acknowledged; null outside of a trial.</summary>
internal sealed record Heartbeat(long? AcknowledgedRecords) : WorkerMessage;

/// <summary>From the child: every source has ended and every writer is closed.</summary>
internal sealed record Finished(IngestOutcome Outcome) : WorkerMessage;

/// <summary>From the child: it could not open what it was asked to.</summary>
internal sealed record Failed(string Message, bool IsUnreachable, string? Details = null) : WorkerMessage;
