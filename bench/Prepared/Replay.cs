using System.Net.Sockets;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// Answers the client on one connection from a recorded <see cref="Conversation"/>, again and again. It counts bytes and does not
/// compare them, so it needs a client that sends the same number of bytes per batch.
/// </summary>
/// <param name="script">What was said before.</param>
/// <param name="client">Who is answered.</param>
internal sealed class Replay(Conversation script, Socket client)
{
    private static long _bytes;
    private static long _batches;
    private long _at;
    private int _next;

    /// <summary>Bytes and whole batches that came on all connections.</summary>
    public static (long Bytes, long Batches) Taken => (Interlocked.Read(ref _bytes), Interlocked.Read(ref _batches));

    /// <summary>Takes what the client sent, and sends the answers that came after as much.</summary>
    public void Take(int count)
    {
        Interlocked.Add(ref _bytes, count);
        _at += count;
        while (_at >= script.Answers[_next].After)
        {
            byte[] answer = script.Answers[_next].Bytes;
            if (++_next == script.Answers.Count)
            {
                // Before the answer: who has it may ask for the count.
                Interlocked.Increment(ref _batches);
                _next = 0;
                _at -= script.RequestBytes;
            }

            client.Send(answer);
        }
    }
}
