namespace DbIngest.Wire.Pg;

/// <summary>
/// A message from the server, read in place. <see cref="PgChannel"/> returns it. The handshake, simple queries, COPY and prepared
/// statements of a session decide by its type how to go on. Valid until the next message is received.
/// </summary>
/// <param name="type">The message type, a letter (section 55.7, "Message Formats").</param>
/// <param name="body">The bytes behind the length.</param>
internal readonly ref struct PgMessage(char type, WireReader body)
{
    public char Type { get; } = type;

    public WireReader Body { get; } = body;
}
