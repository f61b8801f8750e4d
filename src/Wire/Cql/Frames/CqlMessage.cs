namespace DbIngest.Wire.Cql.Frames;

/// <summary>
/// A message from the server. <see cref="CqlMessageReader"/> cuts it out of the received bytes without copying them, so it is
/// valid only until the next message is read. <see cref="CqlChannel"/> matches it to its request by the stream id, and
/// <see cref="CqlConnection"/> reads its body.
/// </summary>
/// <param name="opcode">The kind of message.</param>
/// <param name="stream">The stream id of its request; negative for events.</param>
/// <param name="body">The body behind tracing id, warnings and custom payload.</param>
internal readonly ref struct CqlMessage(CqlOpcode opcode, int stream, CqlReader body)
{
    public CqlOpcode Opcode { get; } = opcode;

    public int Stream { get; } = stream;

    public CqlReader Body { get; } = body;
}
