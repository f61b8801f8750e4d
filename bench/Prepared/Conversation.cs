using System.Buffers;

namespace DbIngest.Bench.Prepared;

/// <summary>
/// What a client and a server say to each other while one batch is written: the client's bytes, and the server's with the place
/// in the client's at which each came. Locked by whoever shares it.
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
