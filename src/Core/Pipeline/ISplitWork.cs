using DbIngest.Abstractions.Targets;

namespace DbIngest.Core.Pipeline;

/// <summary>
/// Work whose attempts are two calls, one that sends and one that reads the answer. <see cref="OwnKeysWork"/> and
/// <see cref="SharedKeysWork"/> implement it, so that a <see cref="LaneGroup"/> can serve several lanes on one thread.
/// <see cref="SendOnly"/> must not wait for the server. <see cref="ILaneWork.Send"/> remains for the attempts after a failure.
/// </summary>
internal interface ISplitWork : ILaneWork
{
    /// <summary>The writer's operations in two calls. Valid once the work is open.</summary>
    ISplitOperations Split { get; }

    /// <summary>Sends the request of an attempt without waiting for its answer.</summary>
    /// <exception cref="BatchWriteException">The attempt failed.</exception>
    void SendOnly();

    /// <summary>Waits for the answer to the request and reads it.</summary>
    /// <exception cref="BatchWriteException">The attempt failed.</exception>
    void Receive();
}
