using System.Net.Sockets;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// Answers the client on one connection from a recorded <see cref="Conversation"/>, again and again. It counts bytes and does not
/// compare them, so it needs a client that sends the same number of bytes per batch.
/// </summary>
/// <param name="script">The recording of one batch.</param>
/// <param name="client">The client's connection.</param>
internal sealed class Replay(Conversation script, Socket client)
{
    private static long _bytes;
    private static long _batches;
    private long _at;
    private int _next;

    /// <summary>Bytes and whole batches received on all connections.</summary>
    public static (long Bytes, long Batches) Taken => (Interlocked.Read(ref _bytes), Interlocked.Read(ref _batches));

    /// <summary>Counts bytes that the client sent, and sends the answers that followed as many in the recording.</summary>
    public void Take(int count)
    {
        Interlocked.Add(ref _bytes, count);
        _at += count;
        while (_at >= script.Answers[_next].After)
        {
            byte[] answer = script.Answers[_next].Bytes;
            if (++_next == script.Answers.Count)
            {
                // Before the answer: whoever receives it may ask for the count.
                Interlocked.Increment(ref _batches);
                _next = 0;
                _at -= script.RequestBytes;
            }

            client.Send(answer);
        }
    }
}
