namespace DbIngest.Runner.Tests.Cli;

/// <summary>A console that fails so many times, as a full device does, or as a closed descriptor.</summary>
internal sealed class FailingWriter(int failures, bool isClosed = false) : StringWriter
{
    private int _left = failures;

    public override void Write(char value)
    {
        Fail();
        base.Write(value);
    }

    public override void Write(string? value)
    {
        Fail();
        base.Write(value);
    }

    public override void WriteLine(string? value)
    {
        Fail();
        base.WriteLine(value);
    }

    private void Fail()
    {
        if (_left > 0)
        {
            _left--;
            if (isClosed)
            {
                throw new UnauthorizedAccessException("Access to the path is denied.", new IOException("Bad file descriptor"));
            }

            throw new IOException("No space left on device");
        }
    }
}
