using System.Buffers;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// The recording of one written batch: the client's bytes, and each answer of the server with its position in them.
/// <see cref="RelayedConnection"/> records it, and <see cref="Replay"/> answers from it. Not thread-safe: its owner must hold a
/// lock.
/// </summary>
internal sealed class Conversation
{
    private readonly ArrayBufferWriter<byte> _request = new();
    private readonly List<(long After, byte[] Bytes)> _answers = [];

    /// <summary>All that the client sent.</summary>
    public byte[] Request => _request.WrittenSpan.ToArray();

    /// <summary>How much that is.</summary>
    public long RequestBytes => _request.WrittenCount;

    /// <summary>The server's answers, and after how many of the client's bytes each came.</summary>
    public IReadOnlyList<(long After, byte[] Bytes)> Answers => _answers;

    /// <summary>Whether it ends with an answer to all of it, so that it can be held again and again.</summary>
    public bool IsWhole => _answers.Count > 0 && _answers[^1].After == RequestBytes;

    public void Ask(ReadOnlySpan<byte> bytes) => _request.Write(bytes);

    public void Answer(ReadOnlySpan<byte> bytes) => _answers.Add((RequestBytes, bytes.ToArray()));
}
