using System.Net.Sockets;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// Answers the client on one connection from a recorded <see cref="Conversation"/>, again and again, and counts what it received.
/// </summary>
internal abstract class Replay
{
    private static long _bytes;
    private static long _batches;

    /// <summary>Bytes, as <see cref="BytesPerBatch"/> counts them, and whole batches received on all connections.</summary>
    public static (long Bytes, long Batches) Taken => (Interlocked.Read(ref _bytes), Interlocked.Read(ref _batches));

    /// <summary>Bytes of one batch that <see cref="Taken"/> counts.</summary>
    public abstract int BytesPerBatch { get; }

    /// <summary>Bytes of all answers to one batch.</summary>
    public abstract int AnswerBytes { get; }

    /// <summary>Creates the replay of a recording.</summary>
    /// <param name="script">The recording of one batch.</param>
    /// <param name="client">The client's connection, or null to ask for sizes alone.</param>
    public static Replay Of(Conversation script, Socket? client) =>
        script.IsOfMessages ? new MessageReplay(script, client) : new ByteReplay(script, client);

    /// <summary>Counts bytes that the client sent, and sends the answers to them.</summary>
    public abstract void Take(ReadOnlySpan<byte> bytes);

    protected static void Count(int bytes) => Interlocked.Add(ref _bytes, bytes);

    /// <summary>
    /// Counts a batch. A replay must call it before it sends the last answer, since whoever receives that may ask for the count.
    /// </summary>
    protected static void CountBatch() => Interlocked.Increment(ref _batches);
}
