using System.Buffers;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// The recording of one written batch: the client's bytes, and each answer of the server with its position in them.
/// <see cref="RelayedConnection"/> records it, and a <see cref="Replay"/> answers from it. Not thread-safe: its owner must hold a
/// lock.
/// </summary>
internal sealed class Conversation
{
    private readonly ArrayBufferWriter<byte> _request = new();
    private readonly List<(long After, byte[] Bytes)> _answers = [];

    /// <summary>All bytes that the client sent, as a copy.</summary>
    public byte[] Request => _request.WrittenSpan.ToArray();

    /// <summary>Number of bytes that the client sent.</summary>
    public long RequestBytes => _request.WrittenCount;

    /// <summary>The server's answers, each with the number of the client's bytes before it.</summary>
    public IReadOnlyList<(long After, byte[] Bytes)> Answers => _answers;

    /// <summary>True to replay it message by message (<see cref="MessageReplay"/>).</summary>
    public bool IsOfMessages { get; set; }

    /// <summary>True when the last answer came after all of the client's bytes, so that it can be repeated.</summary>
    public bool IsWhole => _answers.Count > 0 && _answers[^1].After == RequestBytes;

    public void Ask(ReadOnlySpan<byte> bytes) => _request.Write(bytes);

    public void Answer(ReadOnlySpan<byte> bytes) => _answers.Add((RequestBytes, bytes.ToArray()));
}
