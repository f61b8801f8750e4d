namespace DbIngest.Wire.Bolt;

/// <summary>
/// Lists the signatures of the Bolt messages that this client sends or receives (Neo4j, "Bolt Protocol message specification").
/// <see cref="BoltRequest"/> writes them, <see cref="BoltConnection"/> and its handshake recognise answers by them. The values
/// are the protocol's and must not change.
/// </summary>
internal static class BoltMessage
{
    public const byte Hello = 0x01;
    public const byte Goodbye = 0x02;
    public const byte Reset = 0x0f;
    public const byte Run = 0x10;
    public const byte Begin = 0x11;
    public const byte Commit = 0x12;
    public const byte Pull = 0x3f;
    public const byte Logon = 0x6a;

    public const byte Success = 0x70;
    public const byte Record = 0x71;
    public const byte Ignored = 0x7e;
    public const byte Failure = 0x7f;
}
