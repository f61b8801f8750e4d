using System.Net.Sockets;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// Sends each recorded answer after as many bytes of the client as came before it in the recording. It counts bytes and does not
/// compare them, so it needs a client that sends the same number of bytes per batch.
/// </summary>
/// <param name="script">The recording of one batch.</param>
/// <param name="client">The client's connection, or null to ask for sizes alone.</param>
internal sealed class ByteReplay(Conversation script, Socket? client) : Replay
{
    private long _at;
    private int _next;

    /// <inheritdoc/>
    public override int BytesPerBatch => (int)script.RequestBytes;

    /// <inheritdoc/>
    public override int AnswerBytes => script.Answers.Sum(answer => answer.Bytes.Length);

    /// <inheritdoc/>
    public override void Take(ReadOnlySpan<byte> bytes)
    {
        Count(bytes.Length);
        _at += bytes.Length;
        while (_at >= script.Answers[_next].After)
        {
            byte[] answer = script.Answers[_next].Bytes;
            if (++_next == script.Answers.Count)
            {
                CountBatch();
                _next = 0;
                _at -= script.RequestBytes;
            }

            client!.Send(answer);
        }
    }
}
