namespace DbIngest.Wire.Pg;

/// <summary>A message of the server, valid until the next one is received.</summary>
/// <param name="type">Its type, a letter (section 55.7, "Message Formats").</param>
/// <param name="body">What follows its length.</param>
internal readonly ref struct PgMessage(char type, PgReader body)
{
    public char Type { get; } = type;

    public PgReader Body { get; } = body;
}
